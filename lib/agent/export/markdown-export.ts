import type { Call } from '@/lib/domain/call/call'
import { invocationOf, isByPerson } from '@/lib/domain/call/call-state'
import type { Decision } from '@/lib/domain/call/decision'
import { isElicitation } from '@/lib/domain/call/elicitation'
import { pictureSize } from '@/lib/domain/call/picture'
import { reasonText } from '@/lib/domain/policy/reason'
import type { Run } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import { modeAt } from '@/lib/domain/session/mode'
import { planText } from '@/lib/domain/session/plan-text'
import { type StoredText, type TableLanguage, type TextCode, translated } from '@/lib/messages/phrase'
import { databaseNow } from '@/lib/store/connection/sql'
import { exportedOpenCalls, exportedRuns, exportedStory } from '@/lib/store/record/export'
import { planOf } from '@/lib/store/session/plan'
import { stateOf } from '@/lib/store/session/state'
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
    if (run) {
      const { number, status, startedAt, stopReason, endedAt = '' } = run
      const end = stopReason ? say('ended', { at: endedAt, reason: stopReason.replaceAll('_', ' ') }) : status
      const isStarted = startedAt ? 'yes' : 'no'
      yield `---\n\n*${say('run', { number, isStarted, startedAt: startedAt ?? '', end })}*\n\n`
    }
    const isSaid = entry.text !== '' || entry.reasoning
    if (call || isSaid) yield `${call ? callMarkdown(call, say) : entryMarkdown(entry, say)}\n\n`
  }
  let isFirst = true
  for await (const call of exportedOpenCalls(tx, row.id)) {
    yield `${isFirst ? `---\n\n## ${say('open')}\n\n` : ''}${callMarkdown(call, say)}\n\n`
    isFirst = false
  }
  const { plan } = await planOf(tx, row.id)
  if (plan.steps.length > 0) {
    const { revision: number, approved } = plan
    const because = plan.because && say.stored(plan.becauseMessage, plan.because)
    const cause = { isCaused: because ? 'yes' : 'no', because: inLine(because ?? '') }
    const revision = say('revision', { number, isApproved: approved ? 'yes' : 'no', ...cause })
    yield `---\n\n## ${say('plan')}\n\n*${revision}*\n\n${fenced(planText(plan.steps).trimEnd())}\n\n`
  }
  const { state } = await stateOf(tx, row.id)
  if (Object.keys(state).length > 0)
    yield `---\n\n## ${say('state')}\n\n${fenced(JSON.stringify(state, null, 2), 'json')}\n\n`
  const { publicKey } = deps.signer
  const signed = { head: code(row.head), signature: code(row.signature), key: code(publicKey) }
  const fault = (await checkChain(deps, tx, row.id))?.fault
  const verdict = fault
    ? `**${say('broken', { seq: fault.seq, reason: inLine(say.stored(fault.codedText, fault.reason)) })}**`
    : say('verified', { seq: row.seq })
  yield `---\n\n${say('record', { seq: row.seq, ...signed })} ${verdict}\n`
}

const head = (say: Say, { row }: Exporting, now: string): string => `# ${inLine(row.title)}

- ${say('session', { id: code(row.id) })}
- ${say('model', { model: code(row.model), mode: modeAt(row, now) })}
- ${say('begun', { begun: row.createdAt, last: row.updatedAt })}
- ${say('exported', { at: now })}

${say('note')}

`

const entryMarkdown = (entry: Entry, say: Say): string =>
  [
    `## ${say(entry.kind)}, ${entry.at}`,
    ...(entry.reasoning ? [say('reasoning'), prose(entry.reasoning).replace(/^/gm, '> ')] : []),
    ...(entry.text === '' ? [] : [prose(say.stored(entry.codedText, entry.text))]),
    ...(entry.attachments ?? []).map(
      ({ name, mediaType, bytes, hash }) =>
        `- ${say('attached', { name: inLine(name), type: inLine(mediaType), bytes, hash: code(hash) })}`,
    ),
  ].join('\n\n')

/** One Call with every Decision about it, and what came of it. */
export function callMarkdown(call: Call, say: Say = inLanguage('en')): string {
  const { level, reasons, codedText } = call.risk
  const { reason } = call
  const origin = isElicitation(call)
    ? say('asked', { source: inLine(call.source) })
    : say(isByPerson(call) ? 'byPerson' : 'byModel')
  const risk = {
    origin,
    level,
    hasReasons: reasons.length > 0 ? 'yes' : 'no',
    reasons: reasons.map((reason, at) => inLine(say.stored(codedText?.[at], reason))).join('; '),
  }
  const parts = [
    `### ${say('call', { tool: code(call.proposed.tool) })}`,
    [
      ...(call.preview ? [inLine(say.stored(call.preview.codedText, call.preview.summary))] : []),
      say('risk', risk),
      ...(reason ? [inLine(say.stored(reasonText(reason), reason.text))] : []),
    ].join('  \n'),
    say('arguments'),
    fenced(call.proposed.argumentsText, 'json'),
    ...changed(call, say),
    call.decisions.map(decision => decisionLine(decision, say)).join('\n'),
    ...resultOf(call, say),
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

function changed(call: Call, say: Say): string[] {
  const { tool, argumentsText } = invocationOf(call)
  const isSame = tool === call.proposed.tool && argumentsText === call.proposed.argumentsText
  return isSame ? [] : [say('changed', { tool: code(tool) }), fenced(argumentsText, 'json')]
}

function decisionLine(decision: Decision, say: Say): string {
  const { kind, by, at, digest, reason, seen } = decision
  const what = say(kind === 'mark_done' ? 'markDone' : kind)
  const words = [
    say('decision', {
      what,
      name: inLine(by.name),
      type: by.type,
      at,
      digest: code(digest.replace(/^sha256:/, '').slice(0, 8)),
    }),
    ...(seen ? [say(seen)] : []),
    ...(decision.void ? [say('void', { reason: decision.void.replaceAll('_', ' ') })] : []),
    ...(reason ? [say('reason', { reason: inLine(reason) })] : []),
  ]
  return `- ${words.join('; ')}`
}

function resultOf(call: Call, say: Say): string[] {
  if (call.state !== 'settled') return [say('callState', { state: call.state })]
  const { kind, text, codedText, truncated, images = [] } = call.result
  const what = say(kind === 'not_run' ? 'notRun' : kind)
  return [
    say('outcome', { what, at: call.endedAt, cut: truncated?.chars ?? 0 }),
    ...(text === '' ? [] : [fenced(say.stored(codedText, text))]),
    ...images.map(image => `- ${pictureSize(image)}, ${code(image.hash)}`),
  ]
}

type Name<Code = TextCode> = Code extends `export.${infer Name}` ? Name : never

/** The words of an export in the language that it was asked for in; `stored`: those of what happened, where they are known. */
type Say = {
  (name: Name, params?: Record<string, string | number>): string
  stored: (codedText: StoredText | undefined, english: string) => string
}

const inLanguage = (language: TableLanguage): Say =>
  Object.assign(
    (name: Name, params: Record<string, string | number> = {}) =>
      translated(language, { code: `export.${name}`, params }) ?? name,
    {
      stored: (codedText: StoredText | undefined, english: string) =>
        (language === 'en' || !codedText ? null : translated(language, codedText)) ?? english,
    },
  )
