import type { JsonSchema } from '@/lib/domain/tool'

/** The text as it is, the schema that `$ref` points into, and how to change the value at a path. */
export type Within = {
  text: string
  root: JsonSchema
  /** `raw` is JSON; undefined leaves the value out. */
  set: (path: string[], raw: string | undefined) => void
}
