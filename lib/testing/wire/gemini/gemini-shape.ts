import * as z from 'zod'
import { GeminiSchema } from './gemini-schema'

/** A message that begins with `*` is said of the place as Google says it of a required field. */
const FunctionName = z
  .string()
  .regex(
    /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
    '*Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), ' +
      'underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.',
  )
const Struct = z.record(z.string(), z.unknown())

const inlineData = z.strictObject({ mimeType: z.string(), data: z.string() })

const DATA = ['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData'] as const

const Part = z
  .strictObject({
    text: z.string().optional(),
    thought: z.boolean().optional(),
    thoughtSignature: z.string().optional(),
    functionCall: z
      .strictObject({ id: z.string().min(1).optional(), name: FunctionName, args: Struct.optional() })
      .optional(),
    functionResponse: z
      .strictObject({
        ...{ id: z.string().min(1).optional(), name: FunctionName, response: Struct },
        parts: z.array(z.strictObject({ inlineData })).optional(),
      })
      .optional(),
    inlineData: inlineData.optional(),
    fileData: z.strictObject({ mimeType: z.string().optional(), fileUri: z.string() }).optional(),
  })
  .refine(part => DATA.filter(name => part[name] !== undefined).length === 1, {
    message: "*required oneof field 'data' must have one initialized field",
    path: ['data'],
  })
  .refine(part => part.text !== '' || part.thoughtSignature, {
    message: '*text must not be empty',
    path: ['text'],
  })
export type GeminiPart = z.infer<typeof Part>

const parts = z.array(Part).min(1, '*contents.parts must not be empty.')
const Content = z.strictObject({
  role: z.enum(['user', 'model'], 'Please use a valid role: user, model.').default('user'),
  parts,
})
export type GeminiContent = z.infer<typeof Content>

const Declaration = z.strictObject({
  name: FunctionName,
  description: z.string().optional(),
  parameters: GeminiSchema.optional(),
  parametersJsonSchema: z.record(z.string(), z.unknown()).optional(),
})
export type GeminiDeclaration = z.infer<typeof Declaration>

const LEVELS = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] as const

const GenerationConfig = z.strictObject({
  maxOutputTokens: z.int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  topK: z.int().min(1).optional(),
  seed: z.int().optional(),
  candidateCount: z.literal(1).optional(),
  stopSequences: z.array(z.string().min(1)).max(5).optional(),
  presencePenalty: z.number().optional(),
  frequencyPenalty: z.number().optional(),
  responseMimeType: z.enum(['text/plain', 'application/json']).optional(),
  responseSchema: GeminiSchema.optional(),
  responseJsonSchema: z.record(z.string(), z.unknown()).optional(),
  thinkingConfig: z
    .strictObject({
      includeThoughts: z.boolean().optional(),
      thinkingBudget: z.int().optional(),
      thinkingLevel: z.string().toUpperCase().pipe(z.enum(LEVELS)).optional(),
    })
    .optional(),
})

export const GeminiBody = z.strictObject({
  contents: z.array(Content).min(1, '*contents is not specified'),
  systemInstruction: z.strictObject({ role: z.string().optional(), parts }).optional(),
  tools: z.array(z.strictObject({ functionDeclarations: z.array(Declaration).min(1) })).optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z
        .strictObject({
          mode: z.enum(['AUTO', 'ANY', 'NONE', 'VALIDATED']).optional(),
          allowedFunctionNames: z.array(FunctionName).optional(),
        })
        .optional(),
    })
    .optional(),
  generationConfig: GenerationConfig.optional(),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })).optional(),
  cachedContent: z.string().optional(),
})
export type GeminiBody = z.infer<typeof GeminiBody>
