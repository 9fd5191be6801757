import { isObject } from './is-object'
import type { JsonSchema } from './tool'

/** What another tool can take over of a Call's arguments: those that both know, in the other one's order. */
export function carriedArguments(schema: JsonSchema, args: unknown): Record<string, unknown> {
  const { properties } = schema
  if (!isObject(properties) || !isObject(args)) return {}
  const shared = Object.keys(properties).filter(key => Object.hasOwn(args, key))
  return Object.fromEntries(shared.map(key => [key, args[key]]))
}
