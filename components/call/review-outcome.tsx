'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import type { Review } from '@/lib/client/use-review'
import type { FieldError } from '@/lib/domain/problem'
import { CallPreview } from './call-preview'
import { RiskLine } from './risk-line'

/** What the server says about edited arguments: what they would do, or what is wrong with them and where. */
export function ReviewOutcome({ review }: { review: Review }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (review) place.current?.scrollIntoView({ block: 'nearest' })
  }, [review])
  return (
    <div ref={place} className="flex scroll-mb-20 flex-col gap-2">
      <Outcome review={review} />
    </div>
  )
}

function Outcome({ review }: { review: Review }) {
  const t = useTranslations('call.reviewOutcome')
  if (review.kind === 'failed') {
    return (
      <p role="alert" className="alert">
        <ProblemText error={review.error} />
      </p>
    )
  }
  const { answer } = review
  if (answer.errors.length > 0) return <FieldErrors errors={answer.errors} />
  return (
    <section aria-label={t('heading')} className="flex flex-col gap-2">
      <h4 className="form-label">{t('heading')}</h4>
      {answer.verdict === 'deny' && (
        <p role="alert" className="alert">
          {t('refused')}
        </p>
      )}
      <p className="[overflow-wrap:anywhere]">
        <VisibleText>{answer.preview?.summary ?? ''}</VisibleText>
      </p>
      <RiskLine risk={answer.risk} />
      <CallPreview preview={answer.preview} argumentsText={review.text} />
    </section>
  )
}

/** One alert for each place, named by its path. */
function FieldErrors({ errors }: { errors: FieldError[] }) {
  const t = useTranslations('call.reviewOutcome')
  return errors.map(error => (
    <p role="alert" key={`${error.path} ${error.message}`} className="alert">
      <span className="font-mono text-small">
        <VisibleText>{error.path === '' ? t('whole') : error.path}</VisibleText>
      </span>{' '}
      <VisibleText>{error.message}</VisibleText>
    </p>
  ))
}
