const icon = (path: string) => () => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

export const CloseIcon = icon('m6 6 12 12M18 6 6 18')
export const HistoryIcon = icon('M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8')
export const NewIcon = icon('M12 5v14M5 12h14')
export const SendIcon = icon('M12 19V5M6 11l6-6 6 6')
export const UpIcon = icon('M7 11v9H4v-9zM7 11l4-7c1.5 0 2.5 1 2.5 2.5V10H19l-1.5 10H7')
export const DownIcon = icon('M7 13V4H4v9zM7 13l4 7c1.5 0 2.5-1 2.5-2.5V14H19L17.5 4H7')
export const SparkIcon = icon('M12 4l1.9 5.1L19 11l-5.1 1.9L12 18l-1.9-5.1L5 11l5.1-1.9zM19 4v3M20.5 5.5h-3')
export const DoneIcon = icon('m5 12.5 4.5 4.5L19 7.5')
