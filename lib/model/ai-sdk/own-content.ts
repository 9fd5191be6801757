import type { AssistantContent, LanguageModelCallEndEvent } from 'ai'
import { fileMark } from './left-out-file'

/** A message of the model in the SDK's form, in which signatures and reasoning go back as they came. */
export type OwnContent = Exclude<AssistantContent, string>

type Content = LanguageModelCallEndEvent['content']

/** What goes back of an answer: of a file a mark, of the files of its thoughts nothing. */
export const ownContent = (content: Content): OwnContent => content.flatMap(toPart)

function toPart(part: Content[number]): OwnContent {
  const providerOptions = 'providerMetadata' in part ? part.providerMetadata : undefined
  switch (part.type) {
    case 'text':
      return part.text === '' && !providerOptions ? [] : [{ type: 'text', text: part.text, providerOptions }]
    case 'reasoning':
      return [{ type: 'reasoning', text: part.text, providerOptions }]
    case 'file':
      return [{ type: 'text', text: fileMark(part.file) }]
    case 'custom':
      return [{ type: 'custom', kind: part.kind, providerOptions }]
    case 'tool-call': {
      const { toolCallId, toolName, input, providerExecuted } = part
      const sound: unknown = part.invalid && typeof input !== 'object' ? {} : input
      return [{ type: 'tool-call', toolCallId, toolName, input: sound, providerExecuted, providerOptions }]
    }
    default:
      return []
  }
}
