import { builder } from '../../graphql/builder.ts'

export const RoadmapStatusRef = builder.enumType('RoadmapStatus', {
  description: 'Progress of a roadmap.',
  values: {
    BACKLOG: { value: 'backlog', description: 'In the backlog, not yet planned.' },
    PLANNED: { value: 'planned', description: 'Planned.' },
    IN_PROGRESS: { value: 'in_progress', description: 'In progress.' },
    COMPLETED: { value: 'completed', description: 'Completed.' },
  } as const,
})

export const RoadmapModeRef = builder.enumType('RoadmapMode', {
  description: 'Display mode of a roadmap.',
  values: {
    KANBAN: { value: 'kanban', description: 'Columns of cards.' },
    LIST: { value: 'list', description: 'Rows of a list.' },
    TIMELINE: { value: 'timeline', description: 'Bars on a calendar.' },
  } as const,
})

export const ScoreTypeRef = builder.enumType('ScoreType', {
  description: 'Scoring method of a roadmap.',
  values: {
    NONE: { value: 'none', description: 'No score.' },
    VOTES: { value: 'votes', description: 'Sum of the up-votes of its posts.' },
    RICE: {
      value: 'rice',
      description: 'Average of reach × impact × confidence ÷ effort over the posts with all four inputs.',
    },
    ICE: {
      value: 'ice',
      description: 'Average of impact × confidence × ease over the posts with all three inputs.',
    },
  } as const,
})

export const KanbanViewGroupRef = builder.enumType('KanbanViewGroup', {
  description: 'Grouping of the columns of the kanban view.',
  values: {
    STATUS: { value: 'status', description: 'One column per status.' },
    MONTH: { value: 'month', description: 'One column per month.' },
    QUARTER: { value: 'quarter', description: 'One column per quarter.' },
  } as const,
})
