import { assemble, type Material } from '@/lib/context/assemble'
import { redact, StreamMasker } from '@/lib/context/redaction/redact'
import { Scanner } from '@/lib/context/redaction/scanner'
import { dialectOf } from '@/lib/dialects/dialect-of'
import type { TextDialect } from '@/lib/domain/call/solution'
import { toSdkMessages } from '@/lib/model/ai-sdk/messages'
import { runningHash, sha256 } from '@/lib/record/digest'
import { historyFormat } from '@/lib/run/request/reply-reader'
import { historyOf, replyOf, TOOLS } from './history'

/**
 * What our own work on a context costs, by its size: putting it together, masking it, and reading a reply of that
 * size. The cost of a character must not grow, and at 200 KB all of it must be small beside the request itself.
 */

const KILOBYTES = [10, 50, 200, 1_000, 2_000]
const FAST_REQUEST_MS = 500
const PIECE = 40

const scanner = new Scanner([`${'k7Q'.repeat(13)}1`])
const DIALECTS: TextDialect[] = ['tags', 'react', 'structured']

type Work = (text: string, history: ReturnType<typeof historyOf>) => unknown

const material = (history: ReturnType<typeof historyOf>, form: Material['form']): Material => ({
  ...{ persona: undefined, mode: 'ask', purpose: 'loop', briefing: [], history, form },
  ...{ plan: { revision: 0, steps: [] }, state: {}, corrections: [] },
  protocol: form.calls === 'native' ? null : dialectOf('tags').instructions(TOOLS),
})

const assembled = (dialect: Parameters<typeof historyFormat>[0]): Work => {
  const form = historyFormat(dialect, TOOLS)
  return (_, history) => assemble(material(history, form)).messages
}

const pieces = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) => text.slice(at * PIECE, (at + 1) * PIECE))

const asItComes =
  (dialect: TextDialect): Work =>
  text => {
    const reader = dialectOf(dialect).reader(TOOLS)
    for (const piece of pieces(text)) reader.add(piece)
    return reader.end()
  }

const WIRE = { provider: 'openai', argumentsAsText: true, callId: /^[\w-]{1,64}$/ }

const WORK: [name: string, work: Work, reply?: TextDialect][] = [
  ...(['native', 'auto', ...DIALECTS] as const).map((dialect): [string, Work] => [
    `put together, ${dialect}`,
    assembled(dialect),
  ]),
  [
    'written for the record',
    (_, history) => history.map(one => sha256(JSON.stringify(one))).reduce(runningHash, ''),
  ],
  ["in the provider's form", (_, history) => toSdkMessages(history, WIRE)],
  ['masked whole', text => redact(scanner, text, () => 1)],
  [
    'masked as it comes',
    text => {
      const masker = new StreamMasker(scanner)
      for (const piece of pieces(text)) masker.add(piece)
      return masker.end()
    },
  ],
  ...DIALECTS.map((dialect): [string, Work, TextDialect] => [
    `read whole, ${dialect}`,
    text => dialectOf(dialect).readWhole(text, TOOLS),
    dialect,
  ]),
  ...DIALECTS.map((dialect): [string, Work, TextDialect] => [
    `read as it comes, ${dialect}`,
    asItComes(dialect),
    dialect,
  ]),
]

/** The clock of a thread may tick in steps of 10 ms. */
const LONG_ENOUGH_MS = 150

/** Milliseconds of processor time: what else the machine does meanwhile counts for little. */
function cost(work: Work, chars: number, reply: TextDialect | undefined): number {
  const history = historyOf(chars)
  const text = reply ? replyOf(reply, chars) : JSON.stringify(history).slice(0, chars)
  const since = process.threadCpuUsage()
  for (let rounds = 1; ; rounds += 1) {
    work(text, history)
    const { user, system } = process.threadCpuUsage(since)
    const ms = (user + system) / 1_000
    if (ms >= LONG_ENOUGH_MS) return ms / rounds
  }
}

const wide = (text: string): string => text.padStart(11)

console.log(
  `ms for 100 KB${' '.repeat(17)}${KILOBYTES.map(size => wide(`${size} KB`)).join('')}` +
    `${wide('last/first')}${wide(`of ${FAST_REQUEST_MS} ms`)}`,
)
for (const [name, work, reply] of WORK) {
  cost(work, 200_000, reply)
  const costs = KILOBYTES.map(size => cost(work, size * 1_000, reply))
  const each = costs.map((ms, at) => (ms * 100) / (KILOBYTES[at] ?? 1))
  const ratio = (each.at(-1) ?? 0) / (each[0] || 1)
  const share = (100 * (costs[KILOBYTES.indexOf(200)] ?? 0)) / FAST_REQUEST_MS
  console.log(
    `${name.padEnd(30)}${each.map(ms => wide(ms.toFixed(3))).join('')}${wide(ratio.toFixed(2))}` +
      wide(`${share.toFixed(1)} %`),
  )
}
