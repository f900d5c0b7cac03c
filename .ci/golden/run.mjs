// Runs the golden digests of a wasm module under Node: node run.mjs golden.wasm. Prints what the native program prints.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
// Whatever the module would ask of its host (a clock, randomness) it may name and must never call.
const host = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  host[from] ??= {};
  host[from][name] = () => {
    throw new Error(`the core asked its host for ${from}.${name}`);
  };
}
const golden = new WebAssembly.Instance(module, host).exports;

const hex = (digest) => BigInt.asUintN(64, digest).toString(16).padStart(16, "0");
const count = golden.golden_count();
let failed = 0;
for (let run = 0; run < count; run++) {
  const name = new Uint8Array(golden.memory.buffer, golden.golden_name(run), golden.golden_name_length(run));
  const computed = golden.golden_computed(run);
  const literal = golden.golden_literal(run);
  if (computed !== literal) failed++;
  const verdict = computed === literal ? "ok" : "DIFFERS";
  console.log(`${new TextDecoder().decode(name)}: computed ${hex(computed)}, has to be ${hex(literal)}: ${verdict}`);
}
console.log(`${count - failed} passed, ${failed} failed`);
process.exitCode = count === 0 || failed > 0 ? 1 : 0;
