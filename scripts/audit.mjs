#!/usr/bin/env node
/**
 * `npm run audit -- FILE [--heads FILE] [--key KEY]`: verifies an exported record, with neither server nor database
 * nor anything that is installed. FILE is what GET /api/audit answers, or a session exported as JSON lines or as JSON;
 * `--heads` takes heads that were kept elsewhere (COUNTERSIGN_HEADS_FILE, GET /api/audit/heads), `--key` the public
 * key that must have signed. Exit code 0: all is as it was recorded; 1: it is not, and where; 2: it was asked wrongly.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import './typescript-hooks.mjs'
import { onRecentNode } from './launch/node.mjs'
import { ROOT } from './launch/settings.mjs'

const USAGE = 'Usage: npm run audit -- FILE [--heads FILE] [--key PUBLIC_KEY]'

const READABLE =
  'Everything else in the file is a copy to read, and proves nothing: a session exported as JSON lines holds only what is verified.'

/** A line that is longer than anything the server writes is not read to its end. */
const LONGEST_LINE = 64 * 1024 * 1024

try {
  process.exitCode = await audit(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 2
}

async function audit(args) {
  const asked = read(args)
  const dataDir = path.resolve(ROOT, process.env.COUNTERSIGN_DATA_DIR?.trim() || '.countersign')
  await onRecentNode({ dataDir, say: console.error, signal: new AbortController().signal })
  const { verifyExport } = await import('../lib/record/verify-export.ts')
  const heads = asked.heads && (await keptHeads(asked.heads))
  const verdict = await verifyExport(linesOf(asked.file), { publicKey: asked.key, heads })
  for (const line of report(verdict, asked)) console.log(line)
  return verdict.ok ? 0 : 1
}

function read(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { heads: { type: 'string' }, key: { type: 'string' } },
      allowPositionals: true,
    })
    if (positionals.length === 1) return { ...values, file: positionals[0] }
  } catch {
    // An option that there is not.
  }
  throw new Error(USAGE)
}

async function keptHeads(file) {
  const { readKeptHeads } = await import('../lib/record/kept-heads.ts')
  const heads = await readKeptHeads(linesOf(file))
  if (heads.chains.size === 0) throw new Error(`${file} holds no signed head.`)
  for (const line of heads.unreadable)
    console.error(`Line ${line} of ${file} is not a head that was signed, and counts for nothing.`)
  return heads
}

/** Only a line feed ends a line: other signs that part lines may stand in a text. */
async function* linesOf(file) {
  let rest = ''
  for await (const chunk of fs.createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    if (rest.length > LONGEST_LINE)
      throw new Error(`${file} holds a line that is too long to be of an export.`)
    yield* lines
  }
  if (rest !== '') yield rest
}

function report(verdict, { key, heads }) {
  const { checked, sessions, publicKey } = verdict
  const whose = key ? 'the one that was given' : 'taken from the file: compare it with the one that you know'
  const signed = publicKey ? [`key: ${publicKey} (${whose})`] : []
  if (verdict.ok) {
    const kept = heads ? ', with all heads that were kept' : ''
    const what = verdict.isReadable ? 'The events are whole' : 'The record is whole'
    return [
      `${what}: ${checked} events, ${sessions} sessions, up to the signed heads${kept}.`,
      ...(verdict.isReadable ? [READABLE] : []),
      ...signed,
    ]
  }
  const { sessionId, seq, reason } = verdict.broken
  return [
    `The record is broken; ${checked} events before that are as they were recorded.`,
    `sessionId: ${sessionId}`,
    `seq: ${seq}`,
    `reason: ${reason}`,
    ...signed,
  ]
}
