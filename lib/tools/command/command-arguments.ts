import * as z from 'zod'

/** The arguments of `run_command`. */
export const CommandArguments = z.strictObject({
  command: z.string().min(1).max(100_000).describe('Command to run with bash. No stdin.'),
  cwd: z
    .string()
    .max(4096)
    .optional()
    .describe('Folder to run it in, relative to the workspace. Without it the workspace itself.'),
  timeoutMs: z
    .int()
    .min(1)
    .max(172_800_000)
    .optional()
    .describe('Timeout in ms (the session limit still applies)'),
  network: z
    .boolean()
    .optional()
    .describe('Whether it needs the network. Without it nothing outside of the sandbox can be reached.'),
})

export type CommandArguments = z.output<typeof CommandArguments>
