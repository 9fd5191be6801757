import type { ToolChoice } from './session'

/** Whether a choice leaves a Tool in. */
export const offersTool = ({ include, exclude }: ToolChoice, name: string): boolean =>
  (include?.includes(name) ?? true) && !exclude.includes(name)

/** The choice with these Tools in it, or without them. */
export function withTools(choice: ToolChoice, names: string[], isOffered: boolean): ToolChoice {
  const { include, exclude } = choice
  const others = (list: string[]): string[] => list.filter(name => !names.includes(name))
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
  const out = names.filter(name => !offersTool(choice, name))
  if (isOffered) return { include: null, exclude: [...new Set([...choice.exclude, ...out])] }
  return { include: names.filter(name => offersTool(choice, name)), exclude: choice.exclude }
}
