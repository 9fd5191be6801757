import { expect, test } from 'vitest'
import { bestPaths } from './list-paths'

const PATHS = ['docs/notes/plan.md', 'docs/plan.md', 'notes.md', 'old-notes.md', 'src/a.ts']

test.each([
  ['', ['notes.md', 'old-notes.md', 'docs/plan.md', 'src/a.ts', 'docs/notes/plan.md']],
  ['notes', ['notes.md', 'old-notes.md', 'docs/notes/plan.md']],
  ['PLAN', ['docs/plan.md', 'docs/notes/plan.md']],
  ['docs/', ['docs/plan.md', 'docs/notes/plan.md']],
  ['nothing', []],
])('of paths with %j, those come first whose name begins with it, then the less deep ones', (q, best) => {
  expect(bestPaths(PATHS, q)).toEqual(best)
})
