import * as z from 'zod'
import type { Heard } from './reply'

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ arguments: z.string().nullish() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
})

/**
 * Chat completions: the SDK reads the first choice, drops argument pieces that it cannot assign to a Call,
 * and lets a Call outweigh a refusal.
 */
export function heardInChat(chunk: unknown): Heard {
  const parsed = Chunk.safeParse(chunk)
  const delta = parsed.success ? parsed.data.choices[0]?.delta : undefined
  const pieces = delta?.tool_calls?.map(call => call.function.arguments ?? '') ?? []
  return { argumentsText: pieces.join(''), cut: delta?.refusal ? 'filtered' : null }
}
