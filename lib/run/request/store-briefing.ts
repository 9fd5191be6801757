import type { RunRow } from '@/lib/domain/run/run'
import { insertBlobs } from '@/lib/store/call/blob'
import type { Write } from '../write/write'
import type { SentRequest } from './request-task'

/** What the Run's first Request was told is what every later one of it is told. */
export async function storeBriefing(write: Write, run: RunRow, { briefed }: SentRequest): Promise<RunRow> {
  if (!briefed || run.briefing) return run
  const { parts, skills } = briefed
  await insertBlobs(
    write.rows,
    write.row.id,
    [...parts, ...skills].map(({ hash, text }) => ({ hash, text })),
  )
  const withoutTexts = { parts: parts.map(untold), skills: skills.map(untold) }
  return { ...run, briefing: withoutTexts }
}

/** Without its text, which is kept by its hash. */
const untold = <T extends { text: string }>({ text, ...known }: T): Omit<T, 'text'> => known
