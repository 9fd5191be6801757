import type { Call, Invocation } from '@/lib/domain/call/call'
import type { Entry } from '@/lib/domain/session/entry'
import type { Fact } from '@/lib/domain/session/event'
import { writeJson } from '@/lib/domain/write-json'
import { sha256 } from '@/lib/record/digest'
import type { Blob } from '@/lib/store/call/contents'
import { nounOf } from '@/lib/store/record/event-row'
import { isSmall } from '@/lib/text/json/json-pieces'

type Fields = Record<string, unknown>

/** Fields that were long enough to be looked at, each with what is kept of it; null for one that is not long. */
export type WrittenFields = Map<unknown, Blob | null>

/** An Event that takes more characters keeps apart each of its fields that takes more than these. */
const LONGEST_PAYLOAD = 4_000
const LONGEST_FIELD = 1_000

/**
 * An Event tells all of its subject, so that whoever reads it needs no earlier one. What is long is kept once for the
 * session, and named by its hash, however many Events tell of it. `written`: what this commit has written so far.
 */
export async function payloadOf(
  { type, data }: Pick<Fact, 'type' | 'data'>,
  written: WrittenFields,
): Promise<{ subject: string | null; text: string; contents: Blob[] }> {
  const noun = nounOf(type)
  const whole: Fields = { ...data }
  const fields = noun ? storedFields(whole[noun] as Call | Entry | Fields) : whole
  const subject = noun ? String(fields.id) : null
  const textWith = (part: Fields, names?: Fields): string =>
    JSON.stringify({ ...(noun ? { ...whole, [noun]: part } : part), contents: names })
  if (isSmall(fields)) {
    const text = textWith(fields)
    if (text.length <= LONGEST_PAYLOAD) return { subject, text, contents: [] }
  }
  const short: Fields = {}
  const contents: Blob[] = []
  const names: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    let blob = written.get(value)
    if (blob === undefined && value !== undefined) {
      const text = await writeJson(value)
      blob = text.length > LONGEST_FIELD ? { hash: sha256(text), text } : null
      written.set(value, blob)
    }
    if (blob) {
      names[name] = blob.hash
      contents.push(blob)
    } else short[name] = value
  }
  return { subject, text: textWith(short, names), contents }
}

/**
 * Left out is what is kept elsewhere for ever: a Call's schema, by its definition hash; arguments beside their text; the
 * text of a result Entry, which is that of its Call's Result.
 */
function storedFields(subject: Call | Entry | Fields): Fields {
  if (!('proposed' in subject))
    return subject.kind === 'result' ? { ...subject, text: undefined } : { ...subject }
  const { proposed, effective, decisions } = subject as Call
  return {
    ...subject,
    schema: undefined,
    proposed: withoutValue(proposed),
    effective: effective && withoutValue(effective),
    decisions: decisions.map(decision =>
      decision.argumentsText === undefined ? decision : { ...decision, arguments: undefined },
    ),
  }
}

const withoutValue = (invocation: Invocation) => ({ ...invocation, arguments: undefined })
