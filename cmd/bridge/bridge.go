// Package bridge satisfies the views' consumer interfaces with the client:
// one file a view. It translates and decides nothing; what a view may do is
// the view's, how it travels is the client's.
package bridge
