/** What an operator may rename. The client gets it with the page. */
export interface Brand {
  productName: string;
  operatorName: string;
  supportEmail: string;
}
