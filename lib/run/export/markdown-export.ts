import type { Run } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import { planText } from '@/lib/domain/session/plan-text'
import type { LinkFault } from '@/lib/record/chain'
import { databaseNow } from '@/lib/store/connection/sql'
import { planOf } from '@/lib/store/memory/plan'
import { stateOf } from '@/lib/store/memory/state'
import { exportedOpenCalls, exportedRuns, exportedStory } from '@/lib/store/record/export'
import { callMarkdown } from './call-markdown'
import { inLanguage, type Say } from './export-language'
import type { Exporting } from './export-stream'
import { code, fenced, inLine, prose } from './markdown-text'
import { checkChain } from './verify-record'

/** A session as a document for people, in the order in which things were said and done. */
export async function* markdownExport(exporting: Exporting): AsyncGenerator<string> {
  const { deps, tx, row } = exporting
  const say = inLanguage(exporting.language)
  yield head(say, exporting, await databaseNow(tx, deps.clock.offsetMs))
  const runs = new Map<string, Run>()
  for await (const run of exportedRuns(tx, row.id)) runs.set(run.id, run)
  let runId: string | undefined
  for await (const { entry, call } of exportedStory(tx, row.id)) {
    const run = entry.runId === runId ? undefined : runs.get(entry.runId ?? '')
    runId = entry.runId ?? runId
    if (run) yield `---\n\n${runLine(run, say)}\n\n`
    const isSaid = entry.text !== '' || entry.reasoning
    if (call || isSaid) yield `${call ? callMarkdown(call, say) : entryMarkdown(entry, say)}\n\n`
  }
  let isFirst = true
  for await (const call of exportedOpenCalls(tx, row.id)) {
    yield `${isFirst ? `---\n\n## ${say('open')}\n\n` : ''}${callMarkdown(call, say)}\n\n`
    isFirst = false
  }
  yield* mind(exporting)
  yield await end(exporting)
}

/** What the agent intends, and what it keeps in mind, as they stand. */
async function* mind({ tx, row, language }: Exporting): AsyncGenerator<string> {
  const say = inLanguage(language)
  const { plan } = await planOf(tx, row.id)
  const { state } = await stateOf(tx, row.id)
  if (plan.steps.length > 0) {
    const { revision: number, approved } = plan
    const because = plan.because && say.stored(plan.becauseMessage, plan.because)
    const cause = { isCaused: because ? 'yes' : 'no', because: inLine(because ?? '') }
    const revision = say('revision', { number, isApproved: approved ? 'yes' : 'no', ...cause })
    yield `---\n\n## ${say('plan')}\n\n*${revision}*\n\n${fenced(planText(plan.steps).trimEnd())}\n\n`
  }
  if (Object.keys(state).length > 0)
    yield `---\n\n## ${say('state')}\n\n${fenced(JSON.stringify(state, null, 2), 'json')}\n\n`
}

const head = (say: Say, { row }: Exporting, now: string): string => `# ${inLine(row.title)}

- ${say('session', { id: code(row.id) })}
- ${say('model', { model: code(row.model), mode: row.mode })}
- ${say('begun', { begun: row.createdAt, last: row.updatedAt })}
- ${say('exported', { at: now })}

${say('note')}

`

function runLine({ number, status, startedAt, stopReason, endedAt = '' }: Run, say: Say): string {
  const end = stopReason ? say('ended', { at: endedAt, reason: stopReason.replaceAll('_', ' ') }) : status
  const isStarted = startedAt ? 'yes' : 'no'
  return `*${say('run', { number, isStarted, startedAt: startedAt ?? '', end })}*`
}

const entryMarkdown = (entry: Entry, say: Say): string =>
  [
    `## ${say(entry.kind)}, ${entry.at}`,
    ...(entry.reasoning ? [say('reasoning'), quoted(prose(entry.reasoning))] : []),
    ...(entry.text === '' ? [] : [prose(say.stored(entry.words, entry.text))]),
    ...(entry.attachments ?? []).map(
      ({ name, mediaType, bytes, hash }) =>
        `- ${say('attached', { name: inLine(name), type: inLine(mediaType), bytes, hash: code(hash) })}`,
    ),
  ].join('\n\n')

const quoted = (text: string): string => text.replace(/^/gm, '> ')

async function end({ deps, tx, row, language }: Exporting): Promise<string> {
  const say = inLanguage(language)
  const { publicKey } = deps.signer
  const signed = { head: code(row.head), signature: code(row.signature), key: code(publicKey) }
  const checked = await checkChain(deps, tx, row.id)
  return `---

${say('record', { seq: row.seq, ...signed })} ${verified(say, checked?.fault, row.seq)}
`
}

const verified = (say: Say, fault: LinkFault | null | undefined, seq: number): string =>
  fault
    ? `**${say('broken', { seq: fault.seq, reason: inLine(say.stored(fault.words, fault.reason)) })}**`
    : say('verified', { seq })
