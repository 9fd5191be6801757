import { secretsIn } from '@/lib/context/redaction/redact'
import type { Scanner } from '@/lib/context/redaction/scanner'

/** So many characters of a secret give it away. */
const TELLING = 6

/** What is left of a text that holds a secret, where some of the secret is; null where nothing of it is. */
export function leakOf(scanner: Scanner, text: string, secret: string): string | null {
  const rest = withoutSecrets(scanner, text)
  return formsOf(secret).some(form => tells(rest, form)) ? rest : null
}

function withoutSecrets(scanner: Scanner, text: string): string {
  let rest = ''
  let end = 0
  for (const found of secretsIn(scanner, text)) {
    rest += `${text.slice(end, found.at)}\n`
    end = found.end
  }
  return rest + text.slice(end)
}

function tells(rest: string, form: string): boolean {
  if (form.length < TELLING) return rest.includes(form)
  for (let at = 0; at + TELLING <= form.length; at += 1) {
    if (rest.includes(form.slice(at, at + TELLING))) return true
  }
  return false
}

/** As it is, in JSON, in an address, behind a name in base64. */
const formsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(`deploy:${secret}`).toString('base64').slice(10),
]
