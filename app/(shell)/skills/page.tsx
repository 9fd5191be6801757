import { pageFor, titled } from '@/app/visitor'
import { Skills } from '@/components/skills/skills'

export const generateMetadata = titled(messages => messages.skills.skills.title)

export default pageFor(() => <Skills />)
