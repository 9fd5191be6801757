import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Ledger } from '../ledger'
import type { GeminiContent, GeminiPart } from './gemini-shape'

/** What a thought signature holds: the call it stands on, or the text of the answer that it ends. */
const Sealed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), name: z.string(), args: z.unknown() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
])

export const sign = (ledger: Ledger, sealed: z.infer<typeof Sealed>): string => ledger.seal('gemini', sealed)

export const signedKey = (name: string, args: unknown): string =>
  `gemini call ${name} ${JSON.stringify(args)}`
export const thoughtKey = (text: string): string => `gemini thought ${text}`

/** The documented stand-ins for calls that another model made. They do not excuse a signature that was lost. */
const STAND_INS = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

/** Signatures come back on their own parts; in this exchange the first call of each content must have one. */
export function signaturesFault(contents: GeminiContent[], ledger: Ledger): string | null {
  const start = contents.findLastIndex(isMessage)
  for (const [index, content] of contents.entries()) {
    for (const [place, part] of content.parts.entries()) {
      const at = `contents[${index}].parts[${place}].thought_signature`
      const fault = partFault(part, content, { at, ledger })
      if (fault) return fault
    }
    const unsigned = content.parts.find(part => part.functionCall)
    if (index > start && unsigned?.functionCall && !unsigned.thoughtSignature)
      return missing(unsigned.functionCall.name, index + 1)
  }
  return null
}

const isMessage = ({ role, parts }: GeminiContent): boolean =>
  role === 'user' && parts.every(part => !part.functionResponse)

const missing = (name: string, position: number): string =>
  'Function call is missing a thought_signature in functionCall parts. This is required for tools to work ' +
  'correctly, and missing thought_signature may lead to degraded model performance. Additional data, ' +
  `function call \`default_api:${name}\` , position ${position}. Please refer to ` +
  'https://ai.google.dev/gemini-api/docs/thought-signatures for more details.'

type At = { at: string; ledger: Ledger }

function partFault(part: GeminiPart, content: GeminiContent, { at, ledger }: At): string | null {
  if (part.thought && !ledger.knows(thoughtKey(part.text ?? '')))
    return 'Thought parts must be such as the model gave out.'
  const signature = part.thoughtSignature
  if (signature === undefined) return null
  const call = part.functionCall
  if (call && STAND_INS.includes(signature))
    return ledger.knows(signedKey(call.name, call.args ?? {})) ? 'Corrupted thought signature.' : null
  if (Buffer.from(signature, 'base64').toString('base64') !== signature)
    return `Invalid value at '${at}' (TYPE_BYTES), Base64 decoding failed for "${signature}"`
  const sealed = Sealed.safeParse(ledger.open('gemini', signature))
  return sealed.success && belongs(sealed.data, part, content) ? null : 'Corrupted thought signature.'
}

function belongs(sealed: z.infer<typeof Sealed>, part: GeminiPart, content: GeminiContent): boolean {
  if (sealed.kind === 'call')
    return (
      part.functionCall?.name === sealed.name && isDeepStrictEqual(part.functionCall.args ?? {}, sealed.args)
    )
  const text = content.parts.map(other => (other.thought ? '' : (other.text ?? ''))).join('')
  return part.text !== undefined && text.trim() === sealed.text.trim()
}
