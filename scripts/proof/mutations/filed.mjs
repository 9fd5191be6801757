import { unit } from './guards.mjs'

/** Files are changed wholly or not at all, nothing is overwritten by a move, and all of it can be put back: I4. */

const patch = test => unit('tools/files/apply-patch', test)
const several = test => unit('tools/files/patch-several', test)
const move = test => unit('tools/files/move-copy', test)
const INVARIANT = 'I4 what ran is what was shown'

/** @type {import('./mutations.mjs').Mutation[]} */
export const FILED = [
  {
    invariant: INVARIANT,
    name: 'a patch that fails halfway stays halfway',
    file: 'lib/tools/workspace/replace-files.ts',
    from: 'const fault = takeBack(renames)',
    to: 'const fault = takeBack([])',
    guard: several('are all as before where the lease runs out, at whichever effect that is'),
  },
  {
    invariant: INVARIANT,
    name: 'a move goes over what came to be there at the last moment',
    file: 'lib/tools/workspace/replace-files.ts',
    from: 'if (isThere(rename.to)) throw new Drifted()',
    to: 'if (!rename.to) throw new Drifted()',
    guard: move('overwrites nothing that comes to be at the last moment'),
  },
  {
    invariant: INVARIANT,
    name: 'a move goes over a file that is there',
    file: 'lib/tools/files/move-file.ts',
    from: "if (to.now.kind === 'file') {",
    to: "if (to.now.kind === 'file' && verb !== 'moved') {",
    guard: move('over another file'),
  },
  {
    invariant: INVARIANT,
    name: 'a patch of several files looks at the first of them only',
    file: 'lib/tools/files/change/change-files.ts',
    from: 'if (!files.every(({ path, now }) => holds(path, now.hash, context)))',
    to: 'if (!files.slice(0, 1).every(({ path, now }) => holds(path, now.hash, context)))',
    guard: several('are all left as they are where one has changed since'),
  },
  {
    invariant: INVARIANT,
    name: 'a hunk goes to the first of several places',
    file: 'lib/tools/files/patch/apply-hunks.ts',
    from: 'if (second === undefined || hunk.below.length > 0)',
    to: 'if (second !== -1 || hunk.below.length > 0)',
    guard: patch('of which a part fits in two places'),
  },
  {
    invariant: INVARIANT,
    name: 'a file that was on its way is removed with what held it',
    file: 'lib/tools/workspace/replace-files.ts',
    from: 'if (isHalf) renameSync(left.at(OLD), folder.at(name))',
    to: 'if (!isHalf) return',
    guard: move('a file that was on its way when its process ended is put back'),
  },
  {
    invariant: INVARIANT,
    name: 'a call counts as reverted once one of its files is',
    file: 'lib/domain/call/capabilities.ts',
    from: 'changes.filter(({ path }) => !restored.has(path)).toReversed()',
    to: 'changes.filter(() => restored.size === 0).toReversed()',
    guard: unit('domain/call/capabilities', 'of several files until each is put back, the last change first'),
  },
  {
    invariant: INVARIANT,
    name: 'a folder is found behind a link',
    file: 'lib/tools/workspace/platform-folders.ts',
    from: 'O_RDONLY | O_DIRECTORY | O_NOFOLLOW',
    to: 'O_RDONLY | O_DIRECTORY',
    guard: move('follows no link, neither at its ends nor on the way'),
  },
]
