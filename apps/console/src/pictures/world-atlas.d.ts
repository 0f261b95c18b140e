// Shapes of countries of Natural Earth, which the package gives as data without types.
declare module 'world-atlas/countries-110m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification';
  const world: Topology<{ readonly countries: GeometryCollection<{ readonly name: string }> }>;
  export default world;
}
