import type { RunRow } from '@/lib/domain/run'
import { insertBlobs } from '@/lib/store/blob'
import { storeRecall } from './store-recall'
import type { Asked } from './task'
import type { Write } from './write'

/** What the Run's first Request was told is what every later one of it is told. */
export async function storeBriefing(write: Write, run: RunRow, { briefed }: Asked): Promise<RunRow> {
  if (!briefed || run.briefing) return run
  const { parts, skills, recall } = briefed
  await insertBlobs(
    write.tx,
    write.row.id,
    [...parts, ...skills].map(({ hash, text }) => ({ hash, text })),
  )
  if (recall) await storeRecall(write, recall, { runId: run.id })
  const withoutTexts = { parts: parts.map(untold), skills: skills.map(untold) }
  return { ...run, briefing: withoutTexts }
}

/** Without its text, which is kept by its hash. */
const untold = <T extends { text: string }>({ text, ...known }: T): Omit<T, 'text'> => known
