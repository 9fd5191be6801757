import type { JsonSchema } from '@/lib/domain/tool'

const closed = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const call = {
  tool: { type: 'string', description: 'The name of the tool.' },
  arguments: { type: 'string', description: 'The JSON text of an object: the arguments of the tool.' },
}
const outputPath = { description: 'Where in the state of the session its result is to be kept.' }
const output = { type: 'string', description: 'What was worked out without running the tool.' }

/**
 * What a provider can hold a reply to. It is what all of them take: every object is closed and requires all it
 * names, and those of a choice begin each with a key of its own. Arguments are the text of an object, since no
 * closed schema describes an object that is free; so they also come byte for byte as they were written. It names
 * no tools and never changes, so that a provider makes its grammar once.
 */
export const REPLY_SCHEMA: JsonSchema = closed({
  output: { type: ['string', 'null'], description: 'What is said to the user, or null.' },
  calls: {
    type: 'array',
    description: 'The tools to use, in their order.',
    items: {
      anyOf: [
        closed(call),
        closed({ outputPath: { type: 'string', ...outputPath }, ...call }),
        closed({ output, outputPath: { type: ['string', 'null'], ...outputPath }, ...call }),
      ],
    },
  },
})
