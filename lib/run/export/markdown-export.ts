import type { Run } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import { planText } from '@/lib/domain/session/plan-text'
import type { LinkFault } from '@/lib/record/chain'
import { databaseNow } from '@/lib/store/connection/sql'
import { planOf } from '@/lib/store/memory/plan'
import { stateOf } from '@/lib/store/memory/state'
import { exportedOpenCalls, exportedRuns, exportedStory } from '@/lib/store/record/export'
import { callMarkdown } from './call-markdown'
import type { Exporting } from './export-stream'
import { code, fenced, inLine, prose } from './markdown-text'
import { checkChain } from './verify-record'

/** A session as a document for people, in the order in which things were said and done. */
export async function* markdownExport(exporting: Exporting): AsyncGenerator<string> {
  const { deps, tx, row } = exporting
  yield head(exporting, await databaseNow(tx, deps.clock.offsetMs))
  const runs = new Map<string, Run>()
  for await (const run of exportedRuns(tx, row.id)) runs.set(run.id, run)
  let runId: string | undefined
  for await (const { entry, call } of exportedStory(tx, row.id)) {
    const run = entry.runId === runId ? undefined : runs.get(entry.runId ?? '')
    runId = entry.runId ?? runId
    if (run) yield `---\n\n${runLine(run)}\n\n`
    const isSaid = entry.text !== '' || entry.reasoning
    if (call || isSaid) yield `${call ? callMarkdown(call) : entryMarkdown(entry)}\n\n`
  }
  let isFirst = true
  for await (const call of exportedOpenCalls(tx, row.id)) {
    yield `${isFirst ? '---\n\n## Not settled yet\n\n' : ''}${callMarkdown(call)}\n\n`
    isFirst = false
  }
  yield* mind(exporting)
  yield await end(exporting)
}

/** What the agent intends, and what it keeps in mind, as they stand. */
async function* mind({ tx, row }: Exporting): AsyncGenerator<string> {
  const { plan } = await planOf(tx, row.id)
  const { state } = await stateOf(tx, row.id)
  const because = plan.because ? `, because ${inLine(plan.because)}` : ''
  if (plan.steps.length > 0) {
    const approved = plan.approved ? ', approved' : ''
    yield `---\n\n## Plan\n\n*Revision ${plan.revision}${approved}${because}*\n\n${fenced(planText(plan.steps).trimEnd())}\n\n`
  }
  if (Object.keys(state).length > 0)
    yield `---\n\n## State\n\n${fenced(JSON.stringify(state, null, 2), 'json')}\n\n`
}

const head = ({ row }: Exporting, now: string): string => `# ${inLine(row.title)}

- Session ${code(row.id)}
- Model ${code(row.model)}, mode ${row.mode}
- Begun ${row.createdAt}, last activity ${row.updatedAt}
- Exported ${now}

Times are in UTC. Characters that cannot be seen are written as their code points, such as ⟦U+202E⟧; the exact bytes are in the export as JSON.

`

function runLine(run: Run): string {
  const end = run.stopReason
    ? `ended ${run.endedAt ?? ''}: ${run.stopReason.replaceAll('_', ' ')}`
    : run.status
  return `*Run ${run.number}${run.startedAt ? `, started ${run.startedAt}` : ''}, ${end}*`
}

const SPEAKERS: Record<Entry['kind'], string> = {
  user: 'You',
  assistant: 'Agent',
  result: 'Result',
  summary: 'Summary',
  notice: 'Notice',
  correction: 'Correction',
}

const entryMarkdown = (entry: Entry): string =>
  [
    `## ${SPEAKERS[entry.kind]}, ${entry.at}`,
    ...(entry.reasoning ? ['Reasoning:', quoted(prose(entry.reasoning))] : []),
    ...(entry.text === '' ? [] : [prose(entry.text)]),
    ...(entry.attachments ?? []).map(
      ({ name, mediaType, bytes, hash }) =>
        `- Attached: ${inLine(name)} (${inLine(mediaType)}, ${bytes} bytes, ${code(hash)})`,
    ),
  ].join('\n\n')

const quoted = (text: string): string => text.replace(/^/gm, '> ')

async function end({ deps, tx, row }: Exporting): Promise<string> {
  const checked = await checkChain(deps, tx, row.id)
  return `---

The record of this session has ${row.seq} events. Its last hash is ${code(row.head)}, signed ${code(row.signature)} by the key ${code(deps.signer.publicKey)}. ${verified(checked?.fault, row.seq)}
`
}

const verified = (fault: LinkFault | null | undefined, seq: number): string =>
  fault
    ? `**The record is broken at event ${fault.seq}: ${inLine(fault.reason)}**`
    : `Verified up to event ${seq} when it was exported.`
