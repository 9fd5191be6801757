import { OPENAI_DOOR, openaiUsage } from './chat-speech'
import { type Answer, event, type Speech } from './speech'

type Item = {
  added: { id: string; [member: string]: unknown }
  between: { type: string; [member: string]: unknown }[]
  done: object
  isOpen?: boolean
}

function itemsOf({ number, thought, text, calls, finish, cut }: Answer): Item[] {
  const items: Item[] = calls.map(({ id, name, argumentsText, isOpen }) => ({
    added: { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: '' },
    between: cut(argumentsText).map(delta => ({ type: 'response.function_call_arguments.delta', delta })),
    done: { arguments: argumentsText, status: 'completed' },
    isOpen,
  }))
  const type = finish === 'refused' ? 'refusal' : 'output_text'
  if (text !== '')
    items.unshift({
      added: { type: 'message', id: `msg_${number}`, role: 'assistant', content: [] },
      between: cut(text).map(delta => ({ type: `response.${type}.delta`, content_index: 0, delta })),
      done: { content: [type === 'refusal' ? { type, refusal: text } : { type, text, annotations: [] }] },
    })
  const part = { type: 'response.reasoning_summary_part.added', summary_index: 0 }
  const pieces = cut(thought?.text ?? '').map(delta => ({
    type: 'response.reasoning_summary_text.delta',
    summary_index: 0,
    delta,
  }))
  const summary = thought?.text ? [{ type: 'summary_text', text: thought.text }] : []
  if (thought)
    items.unshift({
      added: { type: 'reasoning', id: `rs_${number}`, summary: [], encrypted_content: '' },
      between: pieces.length > 0 ? [part, ...pieces] : [],
      done: { summary, encrypted_content: thought.seal },
    })
  return items
}

const itemEvents = ({ added, between, done, isOpen }: Item, output_index: number) => [
  { type: 'response.output_item.added', output_index, item: added },
  ...between.map(each => ({ ...each, output_index, item_id: added.id })),
  ...(isOpen ? [] : [{ type: 'response.output_item.done', output_index, item: { ...added, ...done } }]),
]

const CUTS = { length: 'max_output_tokens', filtered: 'content_filter' }

/** OpenAI's Responses. */
export const openaiSpeech: Speech = {
  ...OPENAI_DOOR,
  frames: answer => {
    const { number, finish } = answer
    const response = { id: `resp_${number}`, created_at: 1, model: 'm' }
    const reason = finish === 'length' || finish === 'filtered' ? CUTS[finish] : null
    const ended = {
      usage: openaiUsage(answer, ['input', 'output']),
      incomplete_details: reason && { reason },
    }
    const type = reason ? 'response.incomplete' : 'response.completed'
    return {
      content: [{ type: 'response.created', response }, ...itemsOf(answer).flatMap(itemEvents)].map(event),
      finish: [event({ type, response: { ...response, ...ended } })],
      closing: [],
    }
  },
  errorFrame: body => event({ type: 'error', sequence_number: 3, ...Object(body) }),
  wrongTyped: event({ type: 'response.output_text.delta', delta: 7, item_id: null }),
}
