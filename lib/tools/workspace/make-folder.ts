import type { Place } from '../define-tool'
import { type MadeFolder, openFolder } from './open-folder'
import type { Refused } from './refused'

/** Makes what is missing of a folder of the workspace. No link leads there: what it would lead to is not ours. */
export async function makeFolder(place: Place, segments: string[]): Promise<Refused | null> {
  const made: MadeFolder[] = []
  try {
    const opened = await openFolder({ place, segments, made })
    if (opened.kind === 'folder') await opened.folder.close()
    return opened.kind === 'refused' ? opened : null
  } finally {
    for (const { parent } of made) await parent.close()
  }
}
