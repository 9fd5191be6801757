import type { Spoken } from './spoken'

/** The issues of a reply in words for the model, with how to write it right; null where there are none. */
export function toldIssues({ issues }: Spoken, right: string): string | null {
  if (issues.length === 0) return null
  const reasons = [...new Set(issues.map(({ reason }) => `- ${reason}`))]
  return `A part of your reply could not be read, and nothing was run for it:\n${reasons.join('\n')}\n${right}`
}
