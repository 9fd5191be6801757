/** Characters of a cause. */
const MOST = 500

/** Words by which a line of a correction says what a person did; without one it is what they said. */
const DID = /^(Changed|Ran|Answered|Denied) /

/** Why the agent revised its Plan: what people corrected since the last revision, oldest first, or it alone. */
export function becauseOf(corrections: string[], isFirst: boolean): string {
  const told = corrections.flatMap(causesIn).join('; ')
  if (told === '') return isFirst ? 'the agent planned its work' : 'the agent went on'
  return told.length > MOST ? `${told.slice(0, MOST).toWellFormed()}…` : told
}

function causesIn(correction: string): string[] {
  const lines = correction.split('\n').map(line => line.replace(/\.$/, ''))
  const did = lines.filter(line => DID.test(line))
  if (did.length === 0) return [`you said: ${lines[0]}`]
  return did.map(line => `you ${line.charAt(0).toLowerCase()}${line.slice(1)}`)
}
