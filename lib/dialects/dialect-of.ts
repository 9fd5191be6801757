import type { Dialect } from './dialect'
import { react } from './react/react'
import type { TextDialect } from './spoken'
import { structured } from './structured/structured'
import { tags } from './tags/tags'

const DIALECTS: Record<TextDialect, Dialect> = { tags, react, structured }

/** The dialect of a name. Calls of the provider's own form need none. */
export const dialectOf = (name: TextDialect): Dialect => DIALECTS[name]
