import * as z from 'zod'
import { Attachment } from '../run/message'

/** Which resource of a server is wanted: an address that the server named. */
export const ResourceInput = z.strictObject({ uri: z.string().min(1).max(8_000) })

/** Which prompt of a server is wanted, with a value for each argument that it needs. */
export const PromptInput = z.strictObject({
  name: z.string().min(1).max(1_000),
  arguments: z.record(z.string(), z.string().max(100_000)).default({}),
})

/**
 * What a server gave for a message that a person is writing: text for the message box and files to attach.
 * Nothing of it is stored or sent to a model before the person sends the message.
 */
export const MessageParts = z.object({
  text: z.string(),
  attachments: z.array(Attachment),
  /** What no message can hold, each in one sentence that says which and why. */
  omissions: z.array(z.string()),
})
export type MessageParts = z.infer<typeof MessageParts>
