export const erasedReason = (day: string): string => `Esta pessoa pediu a exclusão dos dados em ${day}`
