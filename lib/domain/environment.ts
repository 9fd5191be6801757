import * as z from 'zod'

/** What the server itself lives by is nobody's to be given. */
const OWN_NAMES = /^(COUNTERSIGN_(TOKEN|AUDIT_KEY|OIDC_CLIENT_SECRET)|DATABASE_(OWNER_)?URL)$/

const NAME_IT = 'Name the environment variable of the server that holds it: {"fromEnv": "NAME"}'

/** The name of an environment variable that holds a secret: of secrets only names are stored. */
export const FromEnv = z.strictObject(
  {
    fromEnv: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'The name of an environment variable')
      .refine(name => !OWN_NAMES.test(name), 'That one is the server’s own'),
  },
  { error: issue => (issue.code === 'invalid_type' ? NAME_IT : undefined) },
)
export type FromEnv = z.infer<typeof FromEnv>

/** What an environment variable holds; `undefined` where it is not set. */
export type Environment = (name: string) => string | undefined
