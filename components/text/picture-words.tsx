import { useTranslations } from 'use-intl'
import { VisibleText } from './visible-text'

/** A picture that is not loaded: what it is said to show, and where it would come from. */
export function PictureWords({ alt, address }: { alt: string; address: string }) {
  const t = useTranslations('text.pictureWords')
  return (
    <span className="picture-words">
      {t('picture')}
      {alt !== '' && (
        <>
          {' '}
          <VisibleText isLine>{alt}</VisibleText>
        </>
      )}{' '}
      (<VisibleText isLine>{address}</VisibleText>)
    </span>
  )
}
