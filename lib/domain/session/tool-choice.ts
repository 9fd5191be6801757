import type { ToolChoice } from './session'

/** Whether a choice leaves a Tool in, by its name. Servers may have thousands: make it once for all of them. */
export function toolFilter({ include, exclude }: ToolChoice): (name: string) => boolean {
  const included = include && new Set(include)
  const unwanted = new Set(exclude)
  return name => (included?.has(name) ?? true) && !unwanted.has(name)
}

/** The choice with these Tools in it, or without them. */
export function withTools(choice: ToolChoice, names: string[], isOffered: boolean): ToolChoice {
  const { include, exclude } = choice
  const own = new Set(names)
  const others = (list: string[]): string[] => list.filter(name => !own.has(name))
  if (include === null)
    return { include, exclude: isOffered ? others(exclude) : [...others(exclude), ...names] }
  return { include: isOffered ? [...others(include), ...names] : others(include), exclude: others(exclude) }
}

/**
 * The same choice among the Tools that there are, with those that come later or without them. A Tool that is gone for
 * now stays left out.
 */
export function withLaterTools(choice: ToolChoice, names: string[], isOffered: boolean): ToolChoice {
  if (isOffered === (choice.include === null)) return choice
  const offers = toolFilter(choice)
  if (!isOffered) return { include: names.filter(offers), exclude: choice.exclude }
  const out = names.filter(name => !offers(name))
  return { include: null, exclude: [...new Set([...choice.exclude, ...out])] }
}
