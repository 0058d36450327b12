import type { DemoBucket } from './content.ts'

/**
 * A fictional vendor of a note and planning app. The first bucket is the one that every new organization has.
 */
export const organization = {
  slug: 'demo',
  name: 'Fernpad',
  description:
    'Fernpad is where small teams turn notes into plans. Tell us what would make your week calmer.',
  homePage: 'https://fernpad.example',
  colorPrimary: '#2f7d5b',
  colorPrimaryLight: '#e6f4ed',
  colorPrimaryDark: '#1d5540',
  formDescription: 'What were you trying to do, and what got in the way? One wish per post, please.',
  submitButtonText: 'Plant this idea',
  /** Days since the organization was created. */
  days: 460,
}

export const buckets: DemoBucket[] = [
  { slug: 'feedback', name: 'Feedback', description: 'Everything that has no board of its own.' },
  {
    slug: 'editor',
    name: 'Notes and editor',
    description: 'Writing, formatting, linking and finding notes.',
  },
  {
    slug: 'planning',
    name: 'Plans and boards',
    description: 'Tasks, boards, timelines and the weekly plan.',
  },
  {
    slug: 'mobile',
    name: 'Mobile apps',
    description: 'iOS and Android. We read every post before it appears here.',
    requiresModeration: true,
  },
  {
    slug: 'integrations',
    name: 'Integrations and API',
    description: 'Calendars, chat, import, export and the API.',
  },
  {
    slug: 'internal',
    name: 'Internal',
    description: 'For the team: debts, doubts and dreams.',
    private: true,
  },
]

export const tags: { name: string; color: string }[] = [
  { name: 'bug', color: '#ef4444' },
  { name: 'performance', color: '#f97316' },
  { name: 'accessibility', color: '#8b5cf6' },
  { name: 'design', color: '#ec4899' },
  { name: 'search', color: '#0ea5e9' },
  { name: 'sharing', color: '#14b8a6' },
  { name: 'import and export', color: '#64748b' },
  { name: 'calendar', color: '#3b82f6' },
  { name: 'offline', color: '#78716c' },
  { name: 'security', color: '#b91c1c' },
  { name: 'API', color: '#4f46e5' },
  { name: 'quick win', color: '#22c55e' },
]

export const labels: { name: string; color: string }[] = [
  { name: 'New', color: '#22c55e' },
  { name: 'Improved', color: '#3b82f6' },
  { name: 'Fixed', color: '#f59e0b' },
  { name: 'Mobile', color: '#8b5cf6' },
]
