/** What makes a button look and act disabled without taking away the focus that it has. */
export const still = (disabled: boolean, onClick: () => void) =>
  disabled ? { 'aria-disabled': true, className: 'Mui-disabled' } : { onClick }
