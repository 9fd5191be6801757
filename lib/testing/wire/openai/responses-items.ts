import { isJsonObject } from '../json-object'
import type { Objection } from '../protocol'
import type { ResponsesItem } from './responses-shape'

/** Each call is answered once, right after the calls of its set and in their order, and nothing else is. */
export function itemsObjection(items: ResponsesItem[]): Objection | null {
  const pairing: Pairing = { owed: [], answering: false }
  for (const [index, item] of items.entries()) {
    const objection = itemObjection(item, pairing)
    if (objection) return { param: `input[${index}]`, ...objection }
  }
  return unanswered(pairing)
}

/** `owed`: calls without an output so far. `answering`: outputs have begun, so that no call may follow. */
type Pairing = { owed: string[]; answering: boolean }

function itemObjection(item: ResponsesItem, pairing: Pairing): Objection | null {
  switch (item.type) {
    case 'item_reference':
      return notStored(item.id)
    case 'function_call_output':
      return outputObjection(item.call_id, pairing)
    case 'function_call': {
      if (pairing.answering && pairing.owed.length > 0) return unanswered(pairing)
      if (pairing.owed.includes(item.call_id))
        return { message: `Duplicate call_id '${item.call_id}' in function_call items.` }
      if (!isJsonObject(item.arguments))
        return { message: `Arguments of '${item.call_id}' must be a JSON object.` }
      pairing.owed.push(item.call_id)
      pairing.answering = false
      return null
    }
    default:
      return unanswered(pairing)
  }
}

function outputObjection(callId: string, pairing: Pairing): Objection | null {
  if (!pairing.owed.includes(callId))
    return { message: `No tool call found for function call output with call_id ${callId}.`, param: 'input' }
  if (pairing.owed[0] !== callId)
    return { message: `Outputs must be in the order of their calls: expected '${pairing.owed[0]}'.` }
  pairing.owed.shift()
  pairing.answering = true
  return null
}

const unanswered = ({ owed }: Pairing): Objection | null =>
  owed.length === 0 ? null : { message: `No tool output found for function call ${owed[0]}.`, param: 'input' }

/** Nothing is ever kept here, as in an organisation with zero data retention. */
export const notStored = (id: string): Objection => ({
  status: 404,
  message:
    `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. ` +
    'Try again with `store` set to true, or remove this item from your input.',
  param: 'input',
})
