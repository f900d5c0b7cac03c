//! Whether a mesh is the surface of a body: closed, and the right way out.
//!
//! The physics smooths the inner edges of a mesh by looking at the triangle on the other side, and tells inside from
//! outside by the winding. Measured: a car drives at 100 km/h into a wall whose mesh is wound inwards as if it were not
//! there. Every connected part is judged by itself, or a large right part would cover for a small wrong one.

use std::collections::BTreeMap;

use rapier3d::glamx::DVec3;

use super::{Fault, limits};
use crate::units::math::Vec3;

/// Looks at the surface as a whole; its numbers have been checked. A fault comes with the index of a triangle that has it.
pub(super) fn check_surface(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<(), (usize, Fault)> {
    for (i, triangle) in triangles.iter().enumerate() {
        if let Some(&index) = triangle.iter().find(|&&index| index as usize >= vertices.len()) {
            return Err((i, Fault::NoSuchVertex { index, vertices: vertices.len() }));
        }
        let [a, b, c] = corners(vertices, *triangle);
        let area_m2 = ((b - a).cross(c - a).length() / 2.0) as f32;
        if area_m2 < limits::MIN_TRIANGLE_M2 {
            return Err((i, Fault::Sliver { area_m2 }));
        }
    }
    let joined = join_equal(vertices);
    check_closed(&joined, triangles)?;
    check_winding(vertices, &joined, triangles)
}

/// For each vertex the first one at the same place: exporters write a vertex once for each normal it has.
fn join_equal(vertices: &[Vec3]) -> Vec<u32> {
    let mut first_at = BTreeMap::new();
    // Adding 0 makes -0 the same place as 0.
    let place = |vertex: &Vec3| vertex.to_array().map(|value| (value + 0.0).to_bits());
    vertices.iter().zip(0u32..).map(|(vertex, index)| *first_at.entry(place(vertex)).or_insert(index)).collect()
}

fn check_closed(joined: &[u32], triangles: &[[u32; 3]]) -> Result<(), (usize, Fault)> {
    let edges_of = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
    let place_of = |edge: [u32; 2]| edge.map(|index| joined[index as usize]);
    let mut edges: Vec<[u32; 2]> = triangles.iter().flat_map(edges_of).map(place_of).collect();
    edges.sort_unstable();
    for (i, triangle) in triangles.iter().enumerate() {
        for edge @ [from, to] in edges_of(triangle) {
            let [start, end] = place_of(edge);
            let copies = edges.partition_point(|e| *e <= [start, end]) - edges.partition_point(|e| *e < [start, end]);
            if copies > 1 {
                return Err((i, Fault::CrowdedEdge { from, to }));
            }
            if edges.binary_search(&[end, start]).is_err() {
                return Err((i, Fault::OpenEdge { from, to }));
            }
        }
    }
    Ok(())
}

fn check_winding(vertices: &[Vec3], joined: &[u32], triangles: &[[u32; 3]]) -> Result<(), (usize, Fault)> {
    let parts = connected_parts(joined, triangles);
    // The signed volume of each part, under the vertex that names it, and one of its triangles.
    let mut volumes: BTreeMap<u32, (f64, usize)> = BTreeMap::new();
    for (i, triangle) in triangles.iter().enumerate() {
        let origin = vertices[parts[triangle[0] as usize] as usize].as_dvec3();
        let [a, b, c] = corners(vertices, *triangle).map(|corner| corner - origin);
        volumes.entry(parts[triangle[0] as usize]).or_insert((0.0, i)).0 += a.cross(b).dot(c) / 6.0;
    }
    match volumes.into_values().find(|(volume_m3, _)| *volume_m3 <= 0.0) {
        Some((volume_m3, i)) => Err((i, Fault::WoundInwards { volume_m3 })),
        None => Ok(()),
    }
}

/// For each vertex the lowest one that triangles connect it to.
fn connected_parts(joined: &[u32], triangles: &[[u32; 3]]) -> Vec<u32> {
    fn root(parents: &mut [u32], mut vertex: u32) -> u32 {
        while parents[vertex as usize] != vertex {
            let grandparent = parents[parents[vertex as usize] as usize];
            parents[vertex as usize] = grandparent;
            vertex = grandparent;
        }
        vertex
    }

    let mut parents = joined.to_vec();
    for &[a, b, c] in triangles {
        for other in [b, c] {
            let (one, two) = (root(&mut parents, a), root(&mut parents, other));
            parents[one.max(two) as usize] = one.min(two);
        }
    }
    (0..joined.len() as u32).map(|vertex| root(&mut parents, vertex)).collect()
}

fn corners(vertices: &[Vec3], triangle: [u32; 3]) -> [DVec3; 3] {
    triangle.map(|index| vertices[index as usize].as_dvec3())
}
