import type { GeminiContent } from './gemini-shape'

/** Calls are answered in the next content, as many as there are, by name and in order; a person has the last word. */
export function contentsFault(contents: GeminiContent[]): string | null {
  for (const [index, content] of contents.entries()) {
    const fault =
      content.role === 'model' ? callsFault(contents, index) : responsesFault(content, contents[index - 1])
    if (fault) return fault
  }
  return contents.at(-1)?.role === 'model'
    ? 'Please ensure that multiturn requests end with a user role or a function response.'
    : null
}

const callsOf = (content: GeminiContent | undefined) =>
  content?.role === 'model' ? content.parts.flatMap(part => part.functionCall ?? []) : []

const responsesOf = (content: GeminiContent | undefined) =>
  content?.role === 'user' ? content.parts.flatMap(part => part.functionResponse ?? []) : []

function callsFault(contents: GeminiContent[], index: number): string | null {
  const content = contents[index]
  if (content?.parts.some(part => part.functionResponse))
    return 'Please ensure that function response turn has the role user.'
  if (content?.parts.every(part => part.thought))
    return `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.\n`
  const calls = callsOf(content)
  if (calls.length === 0) return null
  if (contents[index - 1]?.role !== 'user')
    return (
      'Please ensure that function call turn comes immediately after a user turn or after a function ' +
      'response turn.'
    )
  return responsesOf(contents[index + 1]).length === calls.length
    ? null
    : 'Please ensure that the number of function response parts is equal to the number of function call ' +
        'parts of the function call turn.'
}

function responsesFault(content: GeminiContent, before: GeminiContent | undefined): string | null {
  if (content.parts.some(part => part.functionCall))
    return 'Please ensure that function call turn has the role model.'
  const responses = responsesOf(content)
  if (responses.length === 0) return null
  const calls = callsOf(before)
  if (calls.length === 0)
    return 'Please ensure that function response turn comes immediately after a function call turn.'
  if (calls.length !== responses.length)
    return (
      'Please ensure that the number of function response parts is equal to the number of function call ' +
      'parts of the function call turn.'
    )
  if (content.parts.slice(0, responses.length).some(part => !part.functionResponse))
    return 'Please ensure that function response parts come before every other part of their turn.'
  const wrong = calls.find((call, place) => !answers(responses[place], call))
  return wrong
    ? `Please ensure that function responses are in the order of their calls: '${wrong.name}'.`
    : null
}

type Named = { name: string; id?: string | undefined }

/** Ids may be left out on both sides, as older models had none; where one has it, the other has the same. */
const answers = (response: Named | undefined, call: Named): boolean =>
  response?.name === call.name && response.id === call.id
