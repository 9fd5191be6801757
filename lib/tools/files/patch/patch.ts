/** A line of a hunk, with its line break if it has one. */
export type PatchLine = { sign: ' ' | '-' | '+'; text: string }

/**
 * A piece of a file before and after. `line`: the index of the line that it says it begins at; `below`: lines somewhere
 * above it, from the outside in; `isAtEnd`: it ends where the file does.
 */
export type PatchHunk = { lines: PatchLine[]; line?: number; below: string[]; isAtEnd: boolean }

/**
 * What a patch does to one file; `null` stands for none. Where the paths differ the file is moved, or with `isCopy`
 * copied. `removesAll`: it need not say what it removes. `mode` is that of a file that it makes.
 */
export type PatchSection = {
  from: string | null
  to: string | null
  hunks: PatchHunk[]
  isCopy?: true
  removesAll?: true
  mode?: number
}

export type ReadPatch = { kind: 'patch'; sections: PatchSection[] } | PatchFault
export type PatchFault = { kind: 'error'; message: string }

export const patchFault = (message: string): PatchFault => ({ kind: 'error', message })
