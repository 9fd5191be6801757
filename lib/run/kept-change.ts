import type { ChangedFile } from '@/lib/domain/call'
import { sha256 } from '@/lib/record/digest'
import type { Content } from '@/lib/store/content'
import type { Performed } from '@/lib/tools/define-tool'

/** What a Call changed of a file of this folder, and the contents that are kept to put it back. */
export function keptChange(
  performed: Exclude<Performed, { kind: 'drifted' }>,
  folder: string,
): { changed?: ChangedFile; contents: Content[] } {
  const change = performed.kind === 'ok' ? performed.change : undefined
  if (!change) return { contents: [] }
  const [before, after] = [contentOf(change.before), contentOf(change.after)]
  if (before?.hash === after?.hash) return { contents: [] }
  return {
    changed: { folder, path: change.path, before: before?.hash ?? ABSENT, after: after?.hash ?? ABSENT },
    contents: [before, after].filter(content => content !== null),
  }
}

const ABSENT = 'absent'

const contentOf = (bytes: Uint8Array | null): Content | null => bytes && { hash: sha256(bytes), bytes }
