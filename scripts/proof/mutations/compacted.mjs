/** What leaves the model's view: I10. */

const compaction = test => ({ file: 'lib/run/scenarios/compaction.scenario.test.ts', test })
const asked = test => ({ file: 'lib/run/scenarios/compaction-asked.scenario.test.ts', test })

/** @type {import('./mutations.mjs').Mutation[]} */
export const COMPACTED = [
  {
    invariant: 'I10 trims and compactions are visible',
    name: 'messages are left out without a word',
    file: 'lib/run/compaction/store-cut.ts',
    from: "  else write.emit('context.trimmed', { compactionId: id, before, after, dropped })\n",
    to: '',
    guard: compaction('is trimmed aloud where summaries are switched off'),
  },
  {
    invariant: 'I10 the originals are kept',
    name: 'an undone compaction stays in force',
    file: 'lib/run/actions/compact.ts',
    from: '    markUndone(write.rows, id, { by: person.id, at: write.now })\n',
    to: '',
    guard: asked('the model sees the originals again'),
  },
  {
    invariant: 'I10 a request is rebuilt',
    name: 'what did not fit is sent again as it was',
    file: 'lib/run/loop/store-failure.ts',
    from: "compact: 'overflow' as const",
    to: 'compact: undefined',
    guard: asked('is asked anew with a smaller one'),
  },
]
