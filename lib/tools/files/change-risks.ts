import { isTrustedFile } from '@/lib/domain/rule'
import { counted } from '../counted'
import type { RiskReason } from '../define-tool'
import type { ReadyChange } from './file-change'
import { textOf } from './text-content'

const LARGE = 1_048_576

/** What is to be said about a change beyond that it changes a file. */
export function changeRisks(change: ReadyChange, overwrites: boolean): RiskReason[] {
  const { path, now, bytes, unchanged } = change
  if (unchanged) return []
  const risks: RiskReason[] = []
  if (isTrustedFile(path.text)) {
    risks.push({ level: 'high', reason: `Other tools run or trust ${path.shown} by themselves` })
  }
  if (now.kind === 'absent') risks.push({ level: 'low', reason: 'Creates a file' })
  else risks.push(...lossRisks(now, bytes, overwrites))
  if (bytes && bytes.length > LARGE) {
    risks.push({ level: 'medium', reason: `Writes ${counted(bytes.length, 'byte')}` })
  }
  return risks
}

function lossRisks(
  now: ReadyChange['now'] & { kind: 'file' },
  bytes: Buffer | null,
  overwrites: boolean,
): RiskReason[] {
  const risks: RiskReason[] = []
  if (bytes === null) risks.push({ level: 'medium', reason: 'Removes a file' })
  else if (bytes.length === 0) risks.push({ level: 'medium', reason: 'Leaves the file empty' })
  else if (overwrites) risks.push({ level: 'medium', reason: 'Overwrites a file' })
  if (textOf(now.bytes) === null) {
    risks.push({ level: 'medium', reason: 'What it replaces is not text and cannot be shown' })
  }
  if ((now.mode & 0o111) !== 0) risks.push({ level: 'medium', reason: 'The file can be run as a program' })
  return risks
}
