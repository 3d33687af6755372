/** Pixels at the top of each page that the bar covers; what sticks sticks below it. */
export const topBarHeight = 56

/** Pixels at the bottom that the menu of small screens covers. */
export const bottomMenuHeight = 60

/** Pixels below a page that are kept free on small screens, for the assistant's button. */
export const pageEnd = 88
