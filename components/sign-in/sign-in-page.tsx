import { Button } from '@/components/ui/button'
import { TokenField } from './token-field'

const TEXT = {
  heading: 'Sign in',
  what: 'Open the link that the server printed when it started. It looks like this:',
  link: 'http://127.0.0.1:3000/?token=…',
  or: 'Or give the access token here. It is the part of that link behind “token=”, or what COUNTERSIGN_TOKEN was set to.',
  submit: 'Sign in',
}

export type SignInFailure = 'failed' | 'limited'

const FAILURES: Record<SignInFailure, string> = {
  failed: 'This is not the access token. Copy it from the link that the server printed, and try again.',
  limited: 'Too many wrong tokens. Wait a few minutes, then try again.',
}

type Props = {
  /** The page to go on to. */
  to: string
  failure: SignInFailure | null
}

/** What a visitor sees whom the server does not know. It works without scripts. */
export function SignInPage({ to, failure }: Props) {
  return (
    <main className="mx-auto flex max-w-110 flex-col gap-5 px-5 py-16">
      <h1 className="font-semibold text-display">{TEXT.heading}</h1>
      <p>{TEXT.what}</p>
      <p className="code">{TEXT.link}</p>
      <p>{TEXT.or}</p>
      {failure && (
        <p role="alert" className="alert">
          {FAILURES[failure]}
        </p>
      )}
      <form method="get" action="/api/sign-in" className="flex flex-col gap-4">
        <input type="hidden" name="to" value={to} />
        <TokenField />
        <div>
          <Button type="submit" look="main">
            {TEXT.submit}
          </Button>
        </div>
      </form>
    </main>
  )
}
