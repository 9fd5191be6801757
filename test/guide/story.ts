import { continueRun } from '@/lib/agent/actions/runs'
import type { StopReason } from '@/lib/domain/run/run'
import { segmentsOf } from '@/lib/prompt/segments'
import { readRequest } from '@/lib/store/record/request-record'
import { ok, type Scenario } from '../world/scenario'

/** What a person does with the scripts of a section of a guide, and what is to be seen then. */
export type Story = (s: Scenario, ...scripts: string[]) => Promise<unknown>

export const counted = async (s: Scenario, type: string): Promise<number> =>
  (await s.told()).filter(told => told === type).length

/** Why something in a reply could not be read, each time. */
export const issuesOf = async (s: Scenario): Promise<string[]> =>
  (await s.events()).flatMap(event => (event.type === 'parse.issue' ? [event.data.reason] : []))

/** The texts of the results, as they came. */
export const resultTexts = async (s: Scenario): Promise<string[]> =>
  (await s.view()).transcript.flatMap(entry => (entry.kind === 'result' ? [entry.text] : []))

/** The results that a Request was sent, in its order. */
export const resultsIn = async (s: Scenario, number: number): Promise<string[]> =>
  (await s.sent(number)).filter(line => line.startsWith('result of '))

export async function recordOf(s: Scenario, number: number) {
  const found = await readRequest(s.world.db, s.sessionId, number)
  if (!found) throw new Error('There is no such request.')
  const { record, parts } = found
  return { ...record, segments: segmentsOf(record.sent, parts) }
}

/** The parts that a Request was put together from. */
export const labelsOf = async (s: Scenario, number: number): Promise<string[]> =>
  (await recordOf(s, number)).segments.map(({ label }) => label)

/** Approves sets of one Call, one after the other. */
export async function approvesInTurn(s: Scenario, ...tools: string[]): Promise<void> {
  for (const tool of tools) {
    const set = await s.waitsOn(tool)
    await s.approves(tool)
    await s.settles(set)
  }
}

/** The person presses “Continue” where the Run ended for this reason; the id of the Run that goes on. */
export async function goesOn(s: Scenario, from: StopReason): Promise<string> {
  const { id } = await s.ends(from)
  return ok(await continueRun(s.deps, { runId: id })).runId
}
