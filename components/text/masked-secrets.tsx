import { lazyPart } from '@/components/page/lazy-part'
import { handlesIn } from '@/lib/domain/policy/secret-handle'

const SecretDetails = lazyPart(async () => (await import('./secret-details')).SecretDetails)

type Props = {
  sessionId: string
  /** Remembers under this name whether the details are open. */
  id: string
  texts: (string | undefined)[]
  className?: string
}

/** How many secrets were masked in these texts. Mostly there are none, and nothing more is loaded. */
export function MaskedSecrets({ texts, ...props }: Props) {
  const numbers = [...new Set(texts.flatMap(text => (text?.includes('⟦') ? handlesIn(text) : [])))]
  if (numbers.length === 0) return null
  return <SecretDetails {...props} numbers={numbers} />
}
