// Import walls (docs: the design's rules of layout). Arrows: ui → lab ⇢ workers → checkpoint/engine; PURE rooms for all.
const pure =
  '^src/(transcript|toolshed|probe|rollout|pasted-step|engine|checkpoint/graph|statistics|figures|records)/';
const rooms = [
  'transcript',
  'toolshed',
  'probe',
  'rollout',
  'pasted-step',
  'engine',
  'checkpoint/graph',
  'checkpoint/files',
  'statistics',
  'figures',
  'records',
];
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(url|worker)' },
    },
    {
      name: 'pure-rooms-import-pure-rooms',
      comment: 'PURE rooms use PURE rooms and a few pure packages only.',
      severity: 'error',
      from: { path: pure, pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          pure,
          'node_modules/(d3-(array|scale|shape|format|interpolate|time|time-format|color|path)|internmap|@noble/hashes|pure-rand|valibot|@bufbuild/protobuf)/',
          '^src/text-encoding\\.d\\.ts$',
        ],
      },
    },
    {
      name: 'probe-and-rollout-are-strangers',
      severity: 'error',
      from: { path: '^src/probe/' },
      to: { path: '^src/rollout/' },
    },
    {
      name: 'rollout-and-probe-are-strangers',
      severity: 'error',
      from: { path: '^src/rollout/' },
      to: { path: '^src/probe/' },
    },
    {
      name: 'pasted-step-is-a-stranger-to-both',
      severity: 'error',
      from: { path: '^src/pasted-step/' },
      to: { path: '^src/(probe|rollout)/' },
    },
    {
      name: 'ui-knows-no-worker',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^(workers/|src/checkpoint/files/)|node_modules/(onnxruntime-web|@huggingface|comlink)' },
    },
    {
      name: 'lab-knows-worker-doors-only',
      comment: 'lab/ speaks to a worker through its door: types only.',
      severity: 'error',
      from: { path: '^src/lab/' },
      to: {
        path: '^(workers/|src/checkpoint/files/)',
        pathNot: '-door\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nobody-below-imports-ui',
      severity: 'error',
      from: { pathNot: '^src/(ui/|main\\.ts$|study\\.ts$)' },
      to: { path: '^src/ui/' },
    },
    {
      name: 'workers-know-no-page',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^src/(lab|ui)/' },
    },
    {
      name: 'comlink-at-the-doors',
      severity: 'error',
      from: { pathNot: '^(workers/|src/lab/)' },
      to: { path: 'node_modules/comlink' },
    },
    {
      name: 'ort-and-transformers-off-the-main-thread',
      severity: 'error',
      from: { pathNot: '^(workers/|src/checkpoint/files/)' },
      to: { path: 'node_modules/(onnxruntime-web|@huggingface)' },
    },
    ...rooms.map((room) => ({
      name: `enter-${room.replace('/', '-')}-by-its-index`,
      severity: 'error',
      from: { pathNot: `^src/${room}/` },
      to: { path: `^src/${room}/`, pathNot: `^src/${room}/index\\.ts$` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'svelte', 'browser', 'default'],
      extensions: ['.ts', '.svelte', '.js', '.mjs'],
    },
  },
};
