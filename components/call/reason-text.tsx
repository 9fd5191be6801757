import Link from 'next/link'
import { useLocale, useTranslations } from 'use-intl'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { DATE_LOCALES } from '@/components/ui/clock'
import { LINK } from '@/components/ui/further-looks'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { Reason } from '@/lib/domain/policy/reason'

type Props = {
  reason: Reason
  /** A sentence without its full stop: more may follow. */
  isOpen?: boolean
  /** Whether the number of a Rule leads to it. */
  isLinked?: boolean
}

/** Why policy asks about a Call, lets it run or refuses it. */
export function ReasonText({ reason, isOpen = false, isLinked = true }: Props) {
  const t = useTranslations('call.reason')
  const say = useServerText()
  const sentence = say(reason, reason.text)
  const text = isOpen ? sentence.replace(/\.$/, '') : sentence
  const number = String(reason.params?.rule ?? '')
  // Of what is put into its text the Rule comes first, in every language.
  const at = isLinked && reason.by.type === 'rule' && number !== '' ? text.indexOf(number) : -1
  if (at === -1) return <VisibleText isMarked>{text}</VisibleText>
  return (
    <>
      <VisibleText isMarked>{text.slice(0, at)}</VisibleText>
      <Link
        href={`/policy#rule-${reason.by.id}`}
        prefetch={false}
        aria-label={t('rule', { number })}
        className={LINK}
      >
        {number}
      </Link>
      <VisibleText isMarked>{text.slice(at + number.length)}</VisibleText>
    </>
  )
}

/** Of which Call a Rule was made, and when; nothing where it is not there any more. */
export function RuleOrigin({ id }: { id: string }) {
  const t = useTranslations('call.reason')
  const locale = useLocale()
  const { data } = useRead(KEYS.newestRules, 'GET /api/rules', { query: { limit: 200 } })
  const { origin, createdAt } = data?.items.find(rule => rule.id === id) ?? {}
  const { link } = origin ?? {}
  if (createdAt === undefined || link === undefined) return null
  const day = new Intl.DateTimeFormat(DATE_LOCALES[locale], { day: 'numeric', month: 'long' })
  return t.rich('madeFrom', {
    date: day.format(new Date(createdAt)),
    call: words => (
      <Link href={link} prefetch={false} className={LINK}>
        {words}
      </Link>
    ),
  })
}
