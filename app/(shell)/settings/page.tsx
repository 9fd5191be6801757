import { pageFor, titled, visitorDrawsFigures, visitorTheme } from '@/app/visitor'
import { SettingsView } from '@/components/settings/settings'

export const generateMetadata = titled(messages => messages.settings.page.title)

export default pageFor(async () => (
  <SettingsView theme={await visitorTheme()} drawsFigures={await visitorDrawsFigures()} />
))
