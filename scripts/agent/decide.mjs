import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ApiProblem } from './client.mjs'

const CHOICES = 'y approve · n deny · e edit · r replace · q leave > '
const KINDS = { y: 'approve', n: 'deny', e: 'edit', r: 'replace' }

/**
 * Shows a Call and asks what to do with it, until it is decided, here or by somebody else, which `signal` tells. False where
 * the person leaves it as it is.
 */
export async function decide({ call: first, signal, ...scope }) {
  const { client, terminal } = scope
  for (let call = first; !signal.aborted; ) {
    const shown = await terminal.page(textOf(call), signal)
    // What becomes of a lost Call, and what a server asks, is answered on the page.
    if (call.why === 'outcome_unknown' || call.parentCallId) return false
    const answer = await terminal.ask(CHOICES, signal)
    if (!signal.aborted && (answer === null || answer === 'q')) return false
    const decision = await decisionFor({ ...scope, call, kind: KINDS[answer], shown, signal })
    if (!decision) continue
    try {
      const decisions = [{ callId: call.id, digest: call.digest, ...decision }]
      await client.send(`POST /api/sets/${call.setId}/decisions`, { decisions })
      return true
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      terminal.print(error.message)
      if (error.problem.code === 'already_decided') return true
      call = await client.send(`GET /api/calls/${call.id}`)
    }
  }
  return true
}

/** Null where the person thinks again. */
async function decisionFor({ kind, shown, ...scope }) {
  const { call, terminal, signal } = scope
  if (kind === 'approve') return { kind, seen: seenOf(call, shown) }
  if (kind === 'edit') return changed({ ...scope, kind, ...(call.effective ?? call.proposed) })
  const answer = kind && (await terminal.ask(kind === 'deny' ? 'Reason > ' : 'Tool > ', signal))
  if (kind === 'deny')
    return answer === null ? null : { kind, seen: shown, ...(answer && { reason: answer }) }
  return answer ? changed({ ...scope, kind, tool: answer, argumentsText: '{}' }) : null
}

/** A preview that is cut was seen whole by nobody. */
const seenOf = ({ preview }, shown) =>
  [preview?.diff, ...(preview?.diffs ?? [])].some(diff => diff?.truncated) ? 'part' : shown

/** What an editor makes of the arguments, once the server has previewed it and the person has seen that. */
async function changed({ client, terminal, env, call, kind, tool, argumentsText: text, signal }) {
  let argumentsText = text
  while (!signal.aborted) {
    argumentsText = inEditor(env, argumentsText)
    const change = { argumentsText, ...(kind === 'replace' && { tool }) }
    const review = await client
      .send('POST /api/calls/preview', { callId: call.id, ...change })
      .catch(error => ({
        errors: error.problem?.errors ?? [{ path: '', message: error.message }],
      }))
    for (const fault of review.errors) terminal.print(`${fault.path} ${fault.message}`)
    if (review.errors.length > 0) {
      if ((await terminal.ask('Enter edits again · q back > ', signal)) !== '') return null
      continue
    }
    const preview = { ...review, tool, proposed: change }
    const shown = await terminal.page(textOf(preview), signal)
    const answer = await terminal.ask('y approve this · e edit again · Enter back > ', signal)
    if (answer === 'y') return { kind, ...change, previewDigest: review.digest, seen: seenOf(preview, shown) }
    if (answer !== 'e') return null
  }
  return null
}

function inEditor(env, text) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-edit-'))
  const file = path.join(folder, 'arguments.json')
  try {
    fs.writeFileSync(file, text, { mode: 0o600 })
    const command = `${env.VISUAL || env.EDITOR || 'vi'} "$1"`
    spawnSync('sh', ['-c', command, 'sh', file], { stdio: 'inherit', env })
    return fs.readFileSync(file, 'utf8').trim()
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** A Call as a person decides about it: what it is, why it asks, what it would do. */
function textOf({ tool, risk, reason, preview = {}, proposed, effective = proposed }) {
  const { diff, diffs = [], command, request, definition } = preview
  const changes = [diff, ...diffs, definition].flatMap(change => change?.unified ?? [])
  const lines = [
    `\n${tool} (${[risk.level, ...risk.reasons].join(', ')})`,
    reason?.text,
    preview.summary,
    ...changes,
  ]
  if (command) {
    const { text, cwd, sandboxed, network } = command
    lines.push(`$ ${text}`, `in ${cwd || '.'}, sandboxed: ${sandboxed}, network: ${network}`)
  }
  if (request) lines.push(JSON.stringify(request, null, 2))
  if (changes.length === 0) lines.push(effective.argumentsText)
  return lines.filter(Boolean).join('\n')
}
