import { opendirSync } from 'node:fs'
import type { CodedText } from '@/lib/messages/phrase'
import { visibleName } from '@/lib/text/truncate'
import { errorCode, type Folder } from './workspace-path'

/** Nothing is there; `like` is the name of an entry that may be meant. */
export type Absence = { kind: 'absent'; like?: string }

/** So many entries of a folder are looked at. */
const MOST_ENTRIES = 10_000

/** Looks for an entry whose name is the same but for forms of letters, spaces, apostrophes, and what joins letters. */
export function absence(folder: Folder, name: string): Absence {
  const plain = folded(name)
  try {
    const entries = opendirSync(folder.self, { bufferSize: 512 })
    try {
      let entry = entries.readSync()
      for (let left = MOST_ENTRIES; entry && left > 0; left -= 1) {
        if (folded(entry.name) === plain) return { kind: 'absent', like: visibleName(entry.name) }
        entry = entries.readSync()
      }
    } finally {
      entries.closeSync()
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  }
  return { kind: 'absent' }
}

const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[\u2018\u2019\u02bc`]/g, "'")

export const notThere = (path: string, { like }: { like?: string | undefined }): CodedText =>
  like === undefined
    ? { code: 'path.absent', params: { path } }
    : { code: 'path.absentLike', params: { path, like } }
